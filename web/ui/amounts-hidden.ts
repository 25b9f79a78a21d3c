// Context that hides the amounts below this point from other people who see the screen.
import { createContext } from 'react';

/** `Money` reads it; pages that show a member's own figures set it. */
export const AmountsHidden = createContext(false);
