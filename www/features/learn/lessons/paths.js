// The paths of the map of lessons, from top to bottom. All begin at the first lesson of the page. Pure.

export const PATHS = [
  { name: 'Cutting planes', about: 'How a structured SVM learns a ranking' },
  { name: 'The canon', about: 'Pointwise and pairwise, listwise, trees, rounds' },
  { name: 'When it fails', about: 'Equal grades, overfitting, hopeless queries' },
  { name: 'Beyond lists', about: 'Pictures, kernels, sites, money, films' },
];
