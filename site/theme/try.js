// The desk on the page: in the frame of the front page, and below an example whose "Try it" is pressed. It is the site's own copy, in desk/;
// the domain is behind the # of its address, which no browser sends.
const root = new URL('../', document.currentScript.src);

function desk(fragment, title) {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = `${new URL('desk/index.html', root)}#${fragment}`;
  return frame;
}

for (const frame of document.querySelectorAll('iframe[data-desk]'))
  frame.src = `${new URL('desk/index.html', root)}${frame.dataset.desk}`;

for (const button of document.querySelectorAll('button.try')) {
  const label = button.textContent;
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => {
    const box = button.parentElement;
    const open = box.querySelector('iframe');
    if (open === null) box.append(desk(button.dataset.domain, 'The desk with this example'));
    else open.remove();
    button.textContent = open === null ? 'Close' : label;
    button.setAttribute('aria-expanded', String(open === null));
  });
}

// What scrolls can be reached by keys.
for (const code of document.querySelectorAll('pre > code, .md-typeset__scrollwrap'))
  if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
