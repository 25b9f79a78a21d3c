// Fonts of the first view: preloaded in a browser that has loaded them before.
import roboto from '../../build/fonts/roboto.woff2?url';
import core400 from '../../build/fonts/tc-core-400.woff2?url';
import core700 from '../../build/fonts/tc-core-700.woff2?url';

/** Key in the local storage, whose value is the address of the newest font that was loaded. */
const KEY = 'fonts';

/** The same files as the style sheets name them. */
const FACES = ['1em Roboto Variable', '400 1em TC Core', '700 1em TC Core'];

/** Faces of system fonts that take the same space (scripts/fonts/fallbacks.ts). */
const SYSTEM = "'Roboto Local','TC Local',sans-serif";

/**
 * Source of a script in the head. From the cache the fonts arrive before the first paint. At the
 * first visit they are requested only after that paint, because 230 KB of them would delay it on a
 * slow line. Until all of them are there, the text is shown in fonts of the system, because a phone
 * lays the whole page out again for each font that arrives by itself.
 */
export const preloadOwnFonts =
  `try{var f=${JSON.stringify([core400, core700, roboto])},k='${KEY}',n='--font-sans',` +
  `e=document.documentElement;` +
  `if(localStorage.getItem(k)===f[0])f.forEach(function(h){document.head.append(Object.assign(` +
  `document.createElement('link'),{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'',` +
  `href:h}))});else{if(!document.hidden){e.style.setProperty(n,"${SYSTEM}");` +
  `requestAnimationFrame(function(){requestAnimationFrame(function(){` +
  `Promise.all(${JSON.stringify(FACES)}.map(function(f){return document.fonts.load(f,'a百')}))` +
  `.catch(function(){}).then(function(){e.style.removeProperty(n)})})})}` +
  `addEventListener('load',function(){document.fonts.ready.then(function(){` +
  `localStorage.setItem(k,f[0])}).catch(function(){})})}}catch(e){}`;
