// Copies a text to the clipboard, or shows it for the user to copy.

/**
 * Without the clipboard, as on plain http, the field shows the text, selected.
 * @param {string} text @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {Promise<boolean>} whether the text is on the clipboard
 */
export async function copyOrSelect(text, field) {
  if (await navigator.clipboard?.writeText(text).then(() => true, () => false)) return true;
  Object.assign(field, { value: text, hidden: false });
  field.focus();
  field.select();
  return false;
}
