// Menu button below 1024 px. Its drawer has the same links as the header and is loaded on first
// use.
import { Menu } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../ui/Button.tsx';

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'));

export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  return (
    <div className="lg:hidden">
      <IconButton
        label="開啟選單"
        aria-expanded={open}
        onPointerEnter={() => setWanted(true)}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Menu size={24} aria-hidden="true" />
      </IconButton>
      <Suspense>{wanted && <MenuDrawer open={open} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
