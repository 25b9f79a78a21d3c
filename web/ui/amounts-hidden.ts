// Whether the amounts below this point are kept from those who look over a shoulder.
import { createContext } from 'react';

/** `Money` reads it; pages that show a member's own figures set it. */
export const AmountsHidden = createContext(false);
