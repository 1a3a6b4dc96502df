// The search box of the website. The index is a script, because pages opened from a folder can't fetch files.
const script = document.currentScript;
const root = script.dataset.root;
const MAX_RESULTS = 20;
const EXCERPT = 120;

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

let loading;
function loadIndex() {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${root}/search-index.js`;
    element.onload = () => resolve(globalThis.searchIndex.map((section) => ({ section, folded: section.map(fold) })));
    element.onerror = reject;
    document.head.append(element);
  });
  return loading;
}

/** Matches in the title count most, then those in the heading. 0 if a word is missing. */
function scoreOf([title, heading, , text], words) {
  const scores = words.map((word) => 8 * title.includes(word) + 4 * heading.includes(word) + text.includes(word));
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score);
}

function excerptOf(text, folded, words) {
  const at = Math.min(...words.map((word) => folded.indexOf(word)).filter((index) => index >= 0), text.length);
  const start = at === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', at - EXCERPT / 3));
  return `${start > 0 ? '…' : ''}${text.slice(start, start + EXCERPT)}${start + EXCERPT < text.length ? '…' : ''}`;
}

function itemOf({ section: [title, heading, href, text], folded }, words) {
  const [item, link, excerpt] = ['li', 'a', 'p'].map((name) => document.createElement(name));
  link.href = `${root}/${href}`;
  link.textContent = title === heading ? title : `${title} › ${heading}`;
  excerpt.textContent = excerptOf(text, folded[3], words);
  item.append(link, excerpt);
  return item;
}

function messageOf(text) {
  const item = document.createElement('li');
  item.textContent = text;
  return item;
}

async function search(query, results) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return results.replaceChildren();
  const found = (await loadIndex())
    .map((entry) => ({ ...entry, score: scoreOf(entry.folded, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS);
  if (found.length === 0) return results.replaceChildren(messageOf(`No page matches “${query}”.`));
  results.replaceChildren();
  for (const entry of found) results.append(itemOf(entry, words));
}

document.addEventListener('DOMContentLoaded', () => {
  const box = document.querySelector('search');
  const input = box.querySelector('input');
  const results = box.querySelector('.results');
  box.hidden = false;
  input.addEventListener('focus', loadIndex);
  input.addEventListener('input', () => search(input.value, results));
  results.addEventListener('click', () => results.replaceChildren());
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') results.replaceChildren();
  });
});
