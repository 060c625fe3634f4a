/**
 * The script of the page: puts the key after # into the field, and takes it out of the address and so out of the history.
 * The links to other languages keep it, because no browser sends what is after #.
 */
export const fillKeyScript = `const key = location.hash.slice(1);
if (key !== '') {
  for (const link of document.querySelectorAll('.languages a')) link.hash = key;
  history.replaceState(null, '', location.pathname + location.search);
  const field = document.getElementById('key');
  try {
    field.value = decodeURIComponent(key);
  } catch {
    field.value = key;
  }
}
`;
