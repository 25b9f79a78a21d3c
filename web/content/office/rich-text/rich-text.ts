// The elements that a text may contain: exactly those that the server's sanitiser allows.
import { Extension, mergeAttributes, type Extensions } from '@tiptap/react';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import { isLink } from './body-html.ts';

/** Current value of each variable, by its key. */
export type FigureValues = ReadonlyMap<string, string>;

const KEY = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Tables without widths, because widths would become style attributes, which server and content
 * security policy forbid.
 */
const PlainTable = Table.extend({
  renderHTML({ HTMLAttributes }) {
    return ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]];
  },
});

/**
 * Accepts only the app's own pictures, because a pasted picture from elsewhere would be lost on
 * saving.
 */
const OwnImage = Image.extend({
  parseHTML() {
    return [{ tag: 'img[src^="/media/"]' }];
  },
});

/**
 * Marks each variable in braces and shows its value after it; `values` is called on every
 * rendering.
 */
const figureMarks = (values: () => FigureValues) =>
  Extension.create({
    name: 'figureMarks',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          props: {
            decorations({ doc }) {
              const known = values();
              const found: Decoration[] = [];
              doc.descendants((node, at) => {
                for (const hit of node.isText ? (node.text ?? '').matchAll(KEY) : []) {
                  const value = known.get(hit[1]!);
                  const state =
                    known.size === 0 ? 'waiting' : value === undefined ? 'unknown' : 'ok';
                  const from = at + hit.index;
                  found.push(
                    Decoration.inline(from, from + hit[0].length, {
                      class: 'office-figure',
                      'data-state': state,
                      'data-value': value ?? (state === 'unknown' ? '不認得的代號' : ''),
                    }),
                  );
                }
              });
              return DecorationSet.create(doc, found);
            },
          },
        }),
      ];
    },
  });

export function extensionsFor(values: () => FigureValues): Extensions {
  return [
    StarterKit.configure({
      codeBlock: false,
      underline: false,
      heading: { levels: [2, 3] },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null, class: null },
        isAllowedUri: (url) => isLink(url),
      },
    }),
    PlainTable,
    TableRow,
    TableHeader,
    TableCell,
    OwnImage,
    figureMarks(values),
  ];
}
