/** The chat panel in a real VS Code, with real clicks and keys, against a server that streams from a script. */
import assert from 'node:assert/strict';
import { handFed } from '../fakes/modelServer.ts';
import { openChat, type ChatUnderTest } from './harness/chat.ts';
import { eventually } from './harness/editor.ts';

describe('chat panel', () => {
  let chat: ChatUnderTest;

  before(async () => {
    chat = await openChat();
  });
  after(() => chat.close());

  it('streams an answer as Markdown with code in the colors of the theme', async () => {
    chat.server.script([
      {
        tokens: [
          'Hello **bo',
          'ld** and',
          '\n\n```py\n',
          'x = "one"\n',
          '```\n\n| a |\n|--|\n| $5 or $6 |\n\n',
          'and $x^2$',
        ],
        tokenMs: 10,
      },
    ]);
    await chat.answerTo('Say hello');
    const answer = chat.last().locator('.markdown');
    assert.equal(await answer.locator('strong').textContent(), 'bold');
    assert.equal(await answer.locator('.code code').textContent(), 'x = "one"');
    assert.equal(await answer.locator('td').last().textContent(), '$5 or $6');
    await answer.locator('.katex').waitFor();
    await answer.locator('.code .line span').first().waitFor();
  });

  it('keeps finished blocks, a selection and the copy button while the rest still comes', async () => {
    const tokens = handFed();
    chat.server.script([{ tokens }]);
    await chat.startNew();
    await chat.ask('Go');
    tokens.send('First paragraph.\n\n', '```js\nx();\n```\n\n', 'Third');
    await chat.last().locator('p', { hasText: 'Third' }).waitFor();
    const first = await chat.last().locator('p').first().elementHandle();
    await chat.frame().evaluate((element) => getSelection()?.selectAllChildren(element), first);
    tokens.send(' goes on', '\n\n- and', ' a list', '\n- of two\n\n');
    await chat.last().locator('li', { hasText: 'of two' }).waitFor();
    assert.equal(
      await chat.frame().evaluate((element) => element.isConnected && getSelection()?.toString(), first),
      'First paragraph.',
    );
    await chat.last().locator('.code').hover();
    await chat.button('Copy', chat.last().locator('.code')).click();
    tokens.end();
    await chat.answered();
    await chat.input().click();
    await chat.editor.press('Control+v');
    assert.equal(await chat.input().inputValue(), 'x();');
    await chat.input().fill('');
  });

  it('shows all of a fast answer and of a question in angle brackets, and stands at its end', async () => {
    const words = Array.from({ length: 400 }, (_, i) => `word${i}\n\n`);
    await chat.answerTo('<h1>AAA</h1>', { tokens: words, tokenMs: 0 });
    await chat.last().locator('p', { hasText: 'word399' }).waitFor();
    assert.equal((await chat.last().locator('.markdown').textContent())?.match(/word\d+/g)?.length, 400);
    assert.equal(await chat.frame().locator('.question-text').innerText(), '<h1>AAA</h1>');
    await eventually(
      () =>
        chat
          .frame()
          .locator('.transcript')
          .evaluate((e) => Math.round(e.scrollHeight - e.scrollTop - e.clientHeight)),
      (px) => px < 3,
      'it is not at the end',
    );
  });

  it('stops on request, closes the connection, and goes on where it stopped', async () => {
    const tokens = handFed();
    chat.server.script([{ tokens }, { tokens: ['first step is to open', ' the door.'] }]);
    await chat.startNew();
    await chat.ask('Explain');
    tokens.send('The first step is to open');
    await chat.last().locator('p', { hasText: 'to open' }).waitFor();
    await chat.button('Stop').click();
    await chat.last().getByText('Stopped.').waitFor();
    assert.equal(await chat.server.requests.at(-1)?.closed, true);
    await chat.button('Continue', chat.last()).click();
    await chat.last().locator('p', { hasText: 'door' }).waitFor();
    assert.equal(await chat.last().locator('.markdown').innerText(), 'The first step is to open the door.');
  });

  it('keeps what came before an error, shows the server’s words, and tries again beside it', async () => {
    chat.server.script([{ tokens: ['Hel'], end: 'error', error: 'queue full' }, { tokens: ['Hello again'] }]);
    await chat.answerTo('Hi');
    assert.equal(await chat.last().locator('.markdown').innerText(), 'Hel');
    assert.match(await chat.last().getByRole('alert').innerText(), /queue full/);
    await chat.button('Try again', chat.last()).click();
    await chat.last().locator('p', { hasText: 'Hello again' }).waitFor();
    assert.equal(await chat.last().locator('.branch').innerText(), '2/2');
    await chat.button('Previous version', chat.last()).click();
    await chat.last().locator('p', { hasText: /^Hel$/ }).waitFor();
  });

  it('shows the message and status of a refusal', async () => {
    chat.server.script([{ status: 400, body: { error: { message: 'invalid option x' } } }]);
    await chat.answerTo('Hi');
    const alert = await chat.last().getByRole('alert').innerText();
    assert.match(alert, /invalid option x/);
    assert.match(alert, /400/);
  });

  it('counts down when the server is busy, then answers', async () => {
    chat.server.script([{ status: 429, headers: { 'retry-after': '2' }, body: {} }, { tokens: ['at last'] }]);
    await chat.startNew();
    await chat.ask('Hi');
    await chat
      .last()
      .getByText(/Trying again in \d s/)
      .waitFor();
    await chat.button('Cancel', chat.last()).waitFor();
    await chat.answered();
    assert.equal(await chat.last().locator('.markdown').innerText(), 'at last');
  });

  it('says when the limit cut an answer, and goes on', async () => {
    chat.server.script([{ tokens: ['One, two'], finish: 'length' }, { tokens: [', three.'] }]);
    await chat.answerTo('Count');
    await chat.last().getByText('The answer reached its length limit.').waitFor();
    await chat.button('Continue', chat.last()).click();
    await chat.last().locator('p', { hasText: 'One, two, three.' }).waitFor();
  });

  it('folds what the model thinks and never sends it back', async () => {
    chat.server.script([
      { tokens: [{ text: 'secret plan', reasoning: true }, 'The answer.'] },
      { tokens: ['ok'] },
    ]);
    await chat.answerTo('Think');
    assert.equal(await chat.last().locator('.reasoning').getAttribute('open'), null);
    await chat.last().locator('.reasoning summary').click();
    await chat.last().locator('.reasoning-text', { hasText: 'secret plan' }).waitFor();
    await chat.ask('And?');
    await chat.answered(2);
    assert.match(chat.sent(), /The answer\./);
    assert.doesNotMatch(chat.sent(), /secret plan/);
  });

  it('answers an edited question in a branch of its own', async () => {
    chat.server.script([{ tokens: ['first'] }, { tokens: ['second'] }]);
    await chat.answerTo('Wrong question');
    const question = chat.frame().locator('.question').first();
    await question.hover();
    await chat.button('Edit and resend', question).click();
    await chat.input().fill('Right question');
    await chat.editor.press('Enter');
    await chat.last().locator('p', { hasText: 'second' }).waitFor();
    assert.doesNotMatch(chat.sent(), /Wrong question/);
    assert.equal(await question.locator('.branch').innerText(), '2/2');
    await question.hover();
    await chat.button('Previous version', question).click();
    await chat.frame().locator('.question', { hasText: 'Wrong question' }).waitFor();
    assert.equal(await chat.last().locator('.markdown').innerText(), 'first');
  });

  it('sends with Enter, breaks with Shift+Enter, and leaves the Enter of an input method alone', async () => {
    chat.server.script([{ tokens: ['ok'] }]);
    await chat.startNew();
    await chat.input().click();
    await chat.input().evaluate((element) => {
      element.dispatchEvent(new CompositionEvent('compositionstart'));
      const init = { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', init));
      element.dispatchEvent(new CompositionEvent('compositionend'));
    });
    await chat.editor.type('one', 0);
    await chat.editor.press('Shift+Enter');
    await chat.editor.type('two', 0);
    assert.equal(await chat.frame().locator('.message').count(), 0);
    await chat.editor.press('Enter');
    await chat.answered(1);
    assert.equal(await chat.frame().locator('.question-text').innerText(), 'one\ntwo');
    await chat.editor.press('ArrowUp');
    assert.equal(await chat.input().inputValue(), 'one\ntwo');
    await chat.input().fill('');
  });

  it('follows the answer, stays where the reader goes, and offers the way back', async () => {
    const tokens = handFed();
    chat.server.script([{ tokens }]);
    await chat.startNew();
    await chat.ask('Long');
    tokens.send('line\n\n'.repeat(120));
    const box = chat.frame().locator('.transcript');
    const fromEnd = (): Promise<number> =>
      box.evaluate((e) => Math.round(e.scrollHeight - e.scrollTop - e.clientHeight));
    await chat.last().locator('p').nth(119).waitFor();
    await eventually(fromEnd, (px) => px < 3, 'it does not follow');
    await box.hover();
    await chat.editor.page.mouse.wheel(0, -600);
    await chat.button('Jump to latest').waitFor();
    const top = await box.evaluate(whereItRests);
    tokens.send('more\n\n'.repeat(20), 'end');
    await chat.last().locator('p', { hasText: 'end' }).waitFor();
    assert.equal(await box.evaluate((e) => e.scrollTop), top);
    await chat.button('Jump to latest').press('Enter');
    await eventually(fromEnd, (px) => px < 3, 'it does not go to the end');
    tokens.end();
    await chat.answered();
  });

  it('streams on while it is hidden, and keeps the draft', async () => {
    const tokens = handFed();
    chat.server.script([{ tokens }]);
    await chat.startNew();
    await chat.ask('Go');
    tokens.send('before ');
    await chat.last().locator('p', { hasText: 'before' }).waitFor();
    await chat.input().fill('half a question');
    await chat.editor.command('View: Show Explorer');
    await chat.editor.page.locator('.explorer-folders-view').waitFor();
    tokens.send('while hidden ', 'and after');
    tokens.end();
    await chat.show();
    await chat.last().locator('p', { hasText: 'before while hidden and after' }).waitFor();
    assert.equal(await chat.input().inputValue(), 'half a question');
    await chat.input().fill('');
  });
});

/** Runs in the page: the place of a scrolled element once it has stood still for ten frames, since the wheel glides. */
function whereItRests(element: Element): Promise<number> {
  return new Promise((resolve) => {
    let top = element.scrollTop;
    let frames = 0;
    const look = (): void => {
      frames = element.scrollTop === top ? frames + 1 : 0;
      top = element.scrollTop;
      if (frames < 10) requestAnimationFrame(look);
      else resolve(top);
    };
    look();
  });
}
