// The preview of what is embedded: the very frame, in its true size, drawn smaller.

import { fill, h, say } from '../../../ui/dom.js';

const WIDTH = 800; // CSS pixels of the frame
const BESIDE = 140; // above and below it in the dialog

export function embedPreview() {
  let height = 0;
  const size = h('span', { class: 'muted' });
  const box = h('div', { class: 'embed-box' });
  const fit = () => {
    const frame = box.querySelector('iframe');
    const room = element.clientWidth;
    if (!frame || !room) return;
    const scale = Math.min(1, room / WIDTH, Math.max(0.3, (innerHeight - BESIDE) / height));
    frame.height = String(height);
    frame.style.scale = String(scale);
    Object.assign(box.style, { width: `${Math.round(WIDTH * scale)}px`, height: `${Math.round(height * scale)}px` });
    say(size, `${WIDTH} × ${height}, at ${Math.round(100 * scale)} %`);
  };
  const element = h('section', { class: 'embed-preview', 'aria-label': 'Preview' }, h('h3', {}, 'Preview ', size), box);
  new ResizeObserver(fit).observe(element);
  return {
    element,
    /** @param {string} address @param {string} title @param {number} high CSS pixels */
    show(address, title, high) {
      height = high;
      // Another height is another window for the same page.
      if (box.querySelector('iframe')?.src !== address) {
        fill(box, h('iframe', { src: address, title: `Preview of ${title}`, width: WIDTH }));
      }
      fit();
    },
    /** Ends the page in the frame. */
    end() {
      fill(box);
      say(size, '');
    },
  };
}
