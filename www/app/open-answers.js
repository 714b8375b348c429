// Recognises answers that readers copied in lessons among files that were dropped, and shows them as a table.

const START = 200; // characters that tell what a file is

/**
 * Returns whether one of the files has answers. All files then go to the table, which also takes files of lessons.
 * @param {File[]} files
 */
export async function openAnswersAmong(files) {
  const starts = await Promise.all(files.map((file) => file.slice(0, START).text().catch(() => '')));
  if (!starts.some((start) => /^\s*\[?\s*\{\s*"rankscope"\s*:\s*"answers"/.test(start))) return false;
  const { openAnswers } = await import('../features/learn/map/answers-dialog.js');
  void openAnswers(files);
  return true;
}
