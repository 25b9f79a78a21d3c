// Context that hides the amounts inside it, because other people may see the screen.
import { createContext } from 'react';

/** `Money` reads this context; pages that show a member's own figures set it. */
export const AmountsHidden = createContext(false);
