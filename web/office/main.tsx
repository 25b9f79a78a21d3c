// Starts the back office in the browser. The stylesheet is imported first, because it must declare
// the order of the layers before a component's stylesheet uses one.
import './office.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { leaveEnterToInputMethods } from '../ui/overlay/composing.ts';
import { Office } from './Office.tsx';

leaveEnterToInputMethods();
const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Office />
    </StrictMode>,
  );
}
