/** What an export holds under one name: a value, or a list that is read batch by batch. */
export type ExportSection = object | AsyncIterable<readonly object[]>;

/**
 * Writes one JSON object piece by piece, and never holds more than a batch. Its last member is `complete`: what breaks off
 * before it is no JSON, and no export.
 */
export async function* writeExport(
  sections: Readonly<Record<string, ExportSection>>,
): AsyncGenerator<string, void> {
  let text = '{';
  for (const [name, section] of Object.entries(sections)) {
    text += `${JSON.stringify(name)}: `;
    if (!isList(section)) {
      text += `${JSON.stringify(section)},\n`;
      continue;
    }
    text += '[';
    let separator = '\n';
    for await (const batch of section) {
      for (const item of batch) {
        text += separator + JSON.stringify(item);
        separator = ',\n';
      }
      yield text;
      text = '';
    }
    text += '],\n';
  }
  yield `${text}"complete": true}\n`;
}

function isList(section: ExportSection): section is AsyncIterable<readonly object[]> {
  return Symbol.asyncIterator in section;
}
