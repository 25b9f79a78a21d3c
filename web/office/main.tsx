// Starts the back office in the browser.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Office } from './Office.tsx';
import './office.css';

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Office />
    </StrictMode>,
  );
}
