// Starts the back office in the browser.
// First: it names the layers in their order, before a component's own sheet uses one of them.
import './office.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Office } from './Office.tsx';

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Office />
    </StrictMode>,
  );
}
