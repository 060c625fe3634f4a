import { describeAttachment, readFileName } from './file-name.ts';

test.each([
  ['report.pdf', 'attachment; filename="report.pdf"'],
  ['a report (1).pdf', 'attachment; filename="a report (1).pdf"'],
  ['Отчёт.pdf', `attachment; filename="_____.pdf"; filename*=UTF-8''%D0%9E%D1%82%D1%87%D1%91%D1%82.pdf`],
  ["Zoë's 100%*.pdf", `attachment; filename="Zo_'s 100__.pdf"; filename*=UTF-8''Zo%C3%AB%27s%20100%25_.pdf`],
  ['😀.txt', `attachment; filename="_.txt"; filename*=UTF-8''%F0%9F%98%80.txt`],
  ['a\ud800"\r\n; x=\u202e.txt', `attachment; filename="a____; x=_.txt"`],
  ['é(1)', `attachment; filename="_(1)"; filename*=UTF-8''%C3%A9%281%29`],
])('%j is a header of ASCII', (filename, header) => {
  expect(describeAttachment(readFileName({ filename }) ?? '')).toBe(header);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\a.txt', 'a.txt'],
  ['.bashrc', '_bashrc'],
  ['..', '_.'],
  ['-rf', '_rf'],
  ['a\u001B[2J\u202E:b.txt', 'a_[2J__b.txt'],
  ['x'.repeat(500), 'x'.repeat(120)],
  ['/', undefined],
  ['', undefined],
  [7, undefined],
])('%j becomes %j', (filename, expected) => {
  expect(readFileName({ filename })).toBe(expected);
});
