// Starts the back office in the browser.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { Office } from './Office.tsx';
import './office.css';

// zod would try `new Function` to see whether it may: that alone violates the security policy.
z.config({ jitless: true });

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Office />
    </StrictMode>,
  );
}
