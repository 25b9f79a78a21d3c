// The router's scripts of a document, which load once the page has been painted.
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Scripts as routerScripts } from 'react-router';
import { useNonce } from '../page-context.ts';

type Props = {
  href?: string;
  type?: string;
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
};

/** Returns the elements inside fragments, in order. */
function elementsIn(nodes: ReactNode): ReactElement<Props>[] {
  return Children.toArray(nodes).flatMap((node) => {
    if (!isValidElement<Props>(node)) return [];
    return typeof node.type === 'string' ? [node] : elementsIn(node.props.children);
  });
}

/**
 * Source of a script that starts the module `text`, whose files are `paths`, after the first frame.
 * Before it, they would compete with the styles and fonts of this frame on a slow line. A page in
 * the background draws no frames, so there the module starts at once.
 */
function afterFirstFrame(paths: readonly string[], text: string): string {
  // "<" is escaped, because "</script>" in a text would end the script.
  const [files, source] = [paths, text].map((x) => JSON.stringify(x).replaceAll('<', '\\u003c'));
  return (
    `!function(n){function add(tag,set){` +
    `document.head.append(Object.assign(document.createElement(tag),set))}` +
    `function start(){${files}.forEach(function(f){` +
    `add('link',{rel:'modulepreload',nonce:n,href:f})});` +
    `add('script',{type:'module',nonce:n,textContent:${source}})}` +
    `if(document.hidden)start();else requestAnimationFrame(function(){` +
    `requestAnimationFrame(start)})}(document.currentScript.nonce)`
  );
}

/**
 * Used instead of the router's `Scripts`, whose files the browser requests while it is still
 * reading the document.
 */
export function ScriptsAfterPaint(): ReactNode {
  const nonce = useNonce();
  // Called as a function, because `Scripts` offers no other way to change its elements.
  const scripts = routerScripts({});
  const elements = elementsIn(scripts?.props.children);
  const module = elements.find(({ props }) => props.type === 'module');
  if (!module) return null;
  const paths = elements.flatMap(({ props }) => props.href ?? []);
  const text = module.props.dangerouslySetInnerHTML?.__html ?? '';
  return (
    <>
      {elements.filter((one) => one.type === 'script' && one !== module)}
      <script
        nonce={nonce}
        // Only the document has the source; the browser hides the nonce after reading it.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{
          __html: import.meta.env.SSR ? afterFirstFrame(paths, text) : '',
        }}
      />
    </>
  );
}
