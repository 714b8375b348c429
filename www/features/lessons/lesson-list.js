// The page's lessons, best read in this order. Made from www/lessons/ by scripts/lib/lessons.mjs.

export const LESSONS = [
  'cutting-plane',
  'slack-bound',
  'decay-profile',
  'ties',
  'auc-ndcg',
  'greedy',
  'combo',
  'overfitting',
  'pairs',
  'boosting',
  'lists',
  'trees',
  'hopeless',
  'kernels',
  'diversity',
  'costs',
  'ratings',
];
