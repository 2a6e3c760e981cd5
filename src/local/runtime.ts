/** The library that runs GGUF files: which version, and which package holds its binary for a machine. */

export const LLAMA_VERSION = '3.21.1';

/** The one binary package for a machine; undefined where there is none. The variants for more GPUs weigh 730 MB together. */
export function platformPackage(platform: string, arch: string): string | undefined {
  switch (`${platform}-${arch}`) {
    case 'linux-x64':
      return '@node-llama-cpp/linux-x64';
    case 'linux-arm64':
      return '@node-llama-cpp/linux-arm64';
    case 'darwin-arm64':
      return '@node-llama-cpp/mac-arm64-metal';
    case 'darwin-x64':
      return '@node-llama-cpp/mac-x64';
    case 'win32-x64':
      return '@node-llama-cpp/win-x64';
    case 'win32-arm64':
      return '@node-llama-cpp/win-arm64';
    default:
      return undefined;
  }
}
