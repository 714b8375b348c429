// The modes in the header, and the workspace: a tablist, and below it one tab at a time. Each tab scrolls by itself.
//
// The settings are in a rail on the left. The run strip on top has a sentence with the result, three charts and one
// slider. The workspace below shows one tab at a time, and the queries stand beside every tab of this run. On a wide
// window the page itself does not scroll: the rail and each tab do. The document has the settings, the run buttons and
// the queries first, and the links of the header last, so that few presses of Tab lead to them. An open lesson stands
// where the settings are.

import { h, say } from '../ui/dom.js';
import { isNarrow, onWidthChange } from '../ui/media.js';
import { collapsiblePanel } from './collapsible-panel.js';
import { lazyBody } from './lazy-body.js';
import { hasPlanes, methodOf } from '../features/settings/settings.js';
import { showsStart } from '../features/run/start/start-state.js';
import { INNER, MODES, TABS, currentTab, groupOf, modeOf, viewOf } from './workspace-state.js';

/** @typedef {import('./reducer.js').AppStore} Store */
/** @typedef {import('./workspace-state.js').Tab} Tab */

/**
 * @typedef {{ id: string, mode: string, view: string, tab: HTMLElement, panel: HTMLElement }} Part
 */

const GROUPS = /** @type {const} */ (['This run', 'Many runs', 'The data']);

/**
 * Returns the panel of each tab, for the views that main.js mounts.
 * @param {HTMLElement} header @param {HTMLElement} bar @param {HTMLElement} views @param {Store} store
 * @returns {Record<string, HTMLElement>}
 */
export function mount(header, bar, views, store) {
  const parts = TABS.map((panel) => ({ id: panel.id, mode: modeOf(panel), group: groupOf(panel),
    view: viewOf(panel), ...tabOf(panel, store) }));
  const explored = parts.filter(({ mode }) => mode === 'Explore');
  const groups = GROUPS.map((group) => h('div', { role: 'presentation', class: 'tab-group' },
    h('span', { class: 'tab-group-name', 'aria-hidden': 'true' }, group),
    explored.filter((one) => one.group === group).map(({ tab }) => tab)));
  bar.append(h('div', { role: 'tablist', class: 'workspace-tabs', 'aria-label': 'Workspace',
    onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, explored, store) }, groups));
  views.append(...parts.map(({ panel }) => panel));
  for (const part of parts) switchViews(part, parts, store);

  /** The tab of Explore that was shown last. */
  let last = explored[0].id;
  const explore = h('button', { type: 'button', role: 'tab', class: 'workspace-tab', id: 'tab-explore',
    'aria-controls': 'main', dataset: { name: 'Explore' },
    onclick: () => store.dispatch({ type: 'panel', panel: last, open: true }) }, 'Explore');
  const modes = MODES.map((mode) => parts.find((part) => mode !== 'Explore' && part.mode === mode)
    ?? { get id() { return last; }, tab: explore });
  for (const { tab } of modes) tab.classList.add('mode-tab');
  header.querySelector('.mark')?.after(h('div', { role: 'tablist', class: 'modes', 'aria-label': 'Mode',
    onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, modes, store) }, modes.map(({ tab }) => tab)));

  store.watch((state) => [currentTab(state), showsStart(state)], ([current, isStart]) => {
    const open = parts.find(({ id }) => id === current);
    const isExplore = open?.mode === 'Explore';
    if (isExplore) last = current;
    select(explore, isExplore);
    for (const { tab, panel, id, mode } of parts) {
      select(tab, id === current || (mode === open?.mode && !isExplore));
      panel.hidden = id !== current;
    }
    // First sight belongs to no mode, and the keyboard still finds one of them.
    if (isStart) for (const { tab } of modes) tab.setAttribute('aria-selected', 'false');
    void open?.build();
    document.body.classList.toggle('many-runs', open?.group !== 'This run');
    document.body.dataset.mode = open?.mode ?? 'Explore';
  });
  return Object.fromEntries(parts.map(({ id, panel }) => [id, panel]));
}

/**
 * Puts a switch at the top of a panel whose mode has several, and names the panel by the tab of the mode.
 * @param {Part} part @param {Part[]} parts @param {Store} store
 */
function switchViews({ id, mode, panel }, parts, store) {
  const views = parts.filter((other) => other.mode === mode);
  if (mode === 'Explore' || views.length < 2) return;
  panel.classList.add('with-views');
  panel.setAttribute('aria-labelledby', views[0].tab.id);
  panel.prepend(h('div', { class: 'mode-views', role: 'group', 'aria-label': `Views of ${mode}` },
    views.map((other) => h('button', { type: 'button', 'aria-pressed': String(other.id === id),
      onclick: () => {
        if (other.id === id) return;
        store.dispatch({ type: 'panel', panel: other.id, open: true });
        const same = other.panel.querySelector('.mode-views > [aria-pressed="true"]');
        if (same instanceof HTMLElement) same.focus();
      } }, other.view))));
}

/** @param {HTMLElement} tab @param {boolean} isOpen */
function select(tab, isOpen) {
  tab.setAttribute('aria-selected', String(isOpen));
  tab.tabIndex = isOpen ? 0 : -1;
}

/**
 * Moves to another tab of a tablist by the arrow keys.
 * @param {KeyboardEvent} event @param {{ id: string, tab: HTMLElement }[]} tabs @param {Store} store
 */
function walk(event, tabs, store) {
  const seen = tabs.filter(({ tab }) => !tab.classList.contains('left-out'));
  const at = seen.findIndex(({ tab }) => tab === event.target);
  const steps = /** @type {Record<string, number>} */ (
    { ArrowRight: at + 1, ArrowLeft: at - 1 + seen.length, Home: 0, End: seen.length - 1 });
  if (at < 0 || !(event.key in steps)) return;
  event.preventDefault();
  const { id, tab } = seen[steps[event.key] % seen.length];
  store.dispatch({ type: 'panel', panel: id, open: true });
  tab.focus();
}

/** @param {Tab} entry @param {Store} store */
function tabOf(entry, store) {
  const { id, tab: { name }, withoutPlanes, title, about, load, waits } = entry;
  const caption = h('span', {}, name);
  const number = h('sup', { 'aria-hidden': 'true' });
  const tab = h('button', {
    type: 'button', role: 'tab', class: 'workspace-tab', id: `tab-${id}`, 'aria-controls': `${id}-panel`,
    dataset: { name },
    onclick: () => store.dispatch({ type: 'panel', panel: id, open: true }),
  }, caption, number);
  const panel = h('div', { role: 'tabpanel', class: 'view', id: `${id}-panel`, 'aria-labelledby': tab.id });
  // A stop of the keyboard where the tab scrolls by itself; on a narrow screen the page scrolls.
  const stop = () => { panel.tabIndex = isNarrow() ? -1 : 0; };
  onWidthChange(stop);
  stop();
  const heading = h('h2', { id: `${id}-title` }, title);
  const meaning = h('span', { class: 'about' }, about);
  const body = load && lazyBody(store, load);
  if (body) {
    panel.append(h('section', { id, 'aria-labelledby': `${id}-title` },
      h('div', { class: 'card-head' }, heading, meaning), body.element));
  }
  store.watch(({ run, settings, catalog }) => [hasPlanes(methodOf(catalog, run?.settings ?? settings))],
    ([planes]) => {
      const words = planes || !withoutPlanes ? { name, title, about } : withoutPlanes;
      say(caption, words.name);
      say(heading, words.title);
      say(meaning, words.about);
    });
  store.watch((state) => [waits?.(state) ?? ''], ([text]) => {
    tab.classList.toggle('waiting', Boolean(text));
    tab.title = text;
  });
  if (id === 'runs') store.watch(({ runs }) => [runs.list.length], ([runs]) => say(number, runs ? String(runs) : ''));
  return { tab, panel, build: async () => body?.build() };
}

/**
 * Puts the panels that fold inside a tab below what the tab holds.
 * @param {Record<string, HTMLElement>} tabs
 * @param {Store} store
 */
export function mountInner(tabs, store) {
  for (const panel of INNER) tabs[panel.within ?? '']?.append(collapsiblePanel(store, panel));
}
