/** Shows how full the context window is, and what will be left out. */
import type { Meter } from '../core/chat/protocol.ts';
import { t } from './words.ts';

export function drawMeter(element: HTMLElement, meter: Meter | null): void {
  element.hidden = meter === null;
  if (!meter) return;
  const share = Math.min(1, meter.used / meter.window);
  const text =
    meter.leftOut > 0
      ? t(
          'About {0} of {1} tokens; the {2} oldest messages will be left out.',
          meter.used,
          meter.window,
          meter.leftOut,
        )
      : t('About {0} of {1} tokens of the context window.', meter.used, meter.window);
  element.title = text;
  element.setAttribute('aria-valuemax', String(meter.window));
  element.setAttribute('aria-valuenow', String(meter.used));
  element.setAttribute('aria-valuetext', text);
  element.classList.toggle('full', meter.leftOut > 0);
  element.style.setProperty('--share', String(share));
  element.textContent = meter.leftOut > 0 ? `−${meter.leftOut}` : `${Math.round(share * 100)} %`;
}
