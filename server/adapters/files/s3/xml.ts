// Parses the XML of an S3-compatible store (lists and errors) into a flat sequence of elements.
import sax from 'sax';

export type Leaf = { name: string; text: string };

/** Returns the elements without children in document order. Throws if the text is not XML. */
export function leavesOf(xml: string): Leaf[] {
  const leaves: Leaf[] = [];
  let text = '';
  let opened = '';
  const addText = (more: string) => void (text += more);
  const reader = Object.assign(sax.parser(true), {
    onerror(error: Error) {
      throw error;
    },
    onopentag({ name }: { name: string }) {
      opened = name;
      text = '';
    },
    ontext: addText,
    oncdata: addText,
    onclosetag(name: string) {
      if (name === opened) leaves.push({ name, text });
      opened = '';
    },
  });
  reader.write(xml).close();
  return leaves;
}
