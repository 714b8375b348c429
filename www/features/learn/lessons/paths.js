// The paths of the map of lessons, from top to bottom. The first lesson of the page stands above them. Pure.

export const PATHS = [
  { name: 'Cutting planes', about: 'Listwise: a structured SVM, and its bound on the loss' },
  { name: 'The canon', about: 'Pointwise, pairwise, listwise; boosting, trees, clicks' },
  { name: 'When it fails', about: 'Equal grades, overfitting, hopeless queries' },
  { name: 'Beyond lists', about: 'Pictures, kernels, sites, money, films' },
];
