/**
 * The script of the page, which works without it. Before the drop is opened it puts the key after # into the field, folds
 * the field, and takes the key out of the address and so out of the history. The links to other languages keep it, because
 * no browser sends what is after #. Once the form was sent it says what happens: a browser that saves a file stays here.
 * Beside a text it puts a button to copy it.
 */
export const fillKeyScript = `const field = document.getElementById('key');
function takeKey() {
  const key = location.hash.slice(1);
  if (key === '' || field === null) return;
  for (const link of document.querySelectorAll('.languages a')) link.hash = key;
  history.replaceState(null, '', location.pathname + location.search);
  try {
    field.value = decodeURIComponent(key);
  } catch {
    field.value = key;
  }
  if (field.closest('details') !== null) return;
  const place = field.closest('[data-key-came]');
  const fold = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = place.dataset.keyCame;
  fold.append(summary, ...place.childNodes);
  place.append(fold);
}
takeKey();
// A link that is opened where its page is open already loads nothing.
addEventListener('hashchange', takeKey);
field?.form.addEventListener('submit', (event) => {
  const sent = document.querySelector('[role="status"]');
  event.target.hidden = true;
  sent.hidden = false;
  sent.focus();
});
const text = document.querySelector('.payload');
if (text !== null && navigator.clipboard !== undefined) {
  const button = document.createElement('button');
  const { copy, copied } = document.querySelector('[data-copy]').dataset;
  button.className = 'primary';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = copied;
  });
  text.after(button);
}
`;
