/* Chooses an option of a list, beside what is chosen there already if the list allows several. */
(option) => {
  const list = option.closest('select');
  if (!list) { option.click(); return; }
  if (!list.multiple) list.value = option.value;
  option.selected = true;
  list.dispatchEvent(new Event('input', { bubbles: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
}
