// How a LETOR file is written, with a small example to save. Part of the data panel, fetched when it is first opened.

import './file-format.css';
import { download } from '../../ui/download.js';
import { h } from '../../ui/dom.js';

/** A file that can be read and trained: two queries, named features, names of documents. */
const EXAMPLE = `# 1: title match
# 2: page rank
2 qid:1 1:0.9 2:0.4 # docid = best page
1 qid:1 1:0.5 2:0.7 # docid = fair page
0 qid:1 1:0.1 2:0.8 # docid = other page
1 qid:2 1:0.8 2:0.2
0 qid:2 1:0.3 2:0.3
`;

/** Pages that can be read and trained: as the example of docs/data.md, whose addresses have https in front. */
const PAGES = `{
  "rankscope": "pages",
  "pages": [
    { "url": "a.edu/ml/rank/index.html", "text": "learning to rank is learning to sort",
      "links": ["c.com/"] },
    { "url": "b.org/league", "text": "rank the teams of the league",
      "links": ["a.edu/ml/rank/index.html"] },
    { "url": "c.com/", "text": "deep learning",
      "links": ["a.edu/ml/rank/index.html", "b.org/league"] },
    { "url": "d.net/food/pasta/home.html", "text": "cooking pasta at home" },
    { "url": "e.org/teams/", "text": "football teams", "links": ["b.org/league"] }
  ],
  "queries": [
    { "query": "learning rank",
      "grades": { "a.edu/ml/rank/index.html": 2, "c.com/": 1 } }
  ]
}
`;

/** The format in words. It never changes. */
export function fileFormat() {
  const save = h('button', { type: 'button', onclick: () => download(EXAMPLE, 'text/plain', 'example.txt') },
    'Save an example');
  const savePages = h('button', { type: 'button', onclick: () => download(PAGES, 'application/json', 'pages.json') },
    'Save an example of pages');
  const element = h('div', { class: 'panel-body note' },
    h('p', {}, 'One document a line: its grade, its query, then its features as index:value. '
      + 'Lines of a query stand together.'),
    h('pre', {}, '2 qid:1 1:0.9 2:0.4 # docid = a'),
    h('p', {}, 'A feature that is missing counts as 0. Text after # names the document. Lines at the top such as '
      + '# 1: title match name the features. A .gz file is unpacked.'),
    h('p', {}, 'CSV and TSV with a header, and lines with a file of group sizes, are read after a preview.'),
    save,
    h('p', {}, 'Pages with texts and links, and queries with grades, are read as JSON. Their columns, such as BM25 and '
      + 'PageRank, are computed and shown with their formulas.'),
    savePages);
  return { element, update() {} };
}
