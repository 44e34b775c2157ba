import { indexOf, type MakeFlow, textsOf } from './flow.js';

/** 12+34×5−6 = 176, then 789÷3+120. */
const KEYS = ['1', '2', '+', '3', '4', '×', '5', '−', '6', '=', '7', '8', '9', '÷', '3', '+', '1', '2', '0', '='];
const STEPS = ['12+34×5−6', '176', '789÷3+120'];

export const calculator: MakeFlow = async (product, desktop) => ({
  expected: '383',
  async open() {
    const { pid, windows } = await product.call('launch_app', { name: 'gnome-calculator' });
    const at = { pid, window_id: windows[0]?.window_id ?? 0 };
    await indexOf(product, at, 'button', '=');
    return at;
  },
  async act(at) {
    for (const key of KEYS) await product.call('click', { ...at, element_index: await indexOf(product, at, 'button', key) });
  },
  truth({ pid }) {
    const texts = textsOf(desktop, pid);
    return texts.includes('383') ? '383' : texts.join('|');
  },
  isOnTheWay: (truth) => truth.split('|').some((text) => STEPS.some((step) => step.startsWith(text))),
});
