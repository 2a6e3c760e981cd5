/** The hostile answers in a process of their own, so that their memory is not the client's: prints `name url` lines. */
import { HOSTILE } from '../../test/fakes/hostile.ts';
import { serve } from '../../test/fakes/modelServer.ts';

for (const [name, answer] of HOSTILE) {
  const { url } = await serve({ dialect: 'openai-completions', answers: [answer] });
  process.stdout.write(`${url} ${name}\n`);
}
process.stdout.write('ready\n');
