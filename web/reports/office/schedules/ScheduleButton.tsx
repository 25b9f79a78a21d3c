// Button of a report that opens the form for sending it by mail.
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { type ReportName, reportTitle } from '#contract/reports/print.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';

export function ScheduleButton({ report }: { report: ReportName }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={<CalendarClock size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        定期寄送
      </Button>
      {createPortal(
        <Dialog open={open} onClose={close} title={`定期寄送「${reportTitle[report]}」`}>
          {open && <ScheduleForm report={report} onDone={close} />}
        </Dialog>,
        document.body,
      )}
    </>
  );
}
