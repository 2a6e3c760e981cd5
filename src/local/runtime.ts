/** The library that runs GGUF files: which version, and which package holds its binary for a machine. */

export const LLAMA_VERSION = '3.21.1';

/** The one binary package for each `platform-arch`. The variants for more GPUs weigh 730 MB together. */
export const PLATFORM_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@node-llama-cpp/linux-x64',
  'linux-arm64': '@node-llama-cpp/linux-arm64',
  'darwin-arm64': '@node-llama-cpp/mac-arm64-metal',
  'darwin-x64': '@node-llama-cpp/mac-x64',
  'win32-x64': '@node-llama-cpp/win-x64',
  'win32-arm64': '@node-llama-cpp/win-arm64',
};

/** Undefined where there is no binary for the machine. */
export const platformPackage = (platform: string, arch: string): string | undefined =>
  PLATFORM_PACKAGES[`${platform}-${arch}`];
