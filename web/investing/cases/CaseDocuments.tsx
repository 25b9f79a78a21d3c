// Documents of a case, each opened in a new window: the sample contract, the risks.
import { ExternalLink } from 'lucide-react';
import { api } from '../../site/kit/api.ts';
import { pdfWindow } from '../../document-window.ts';
import { DocumentButton } from '../../ui/DocumentButton.tsx';

export function CaseDocuments({ id }: { id: string }) {
  return (
    <div className="flex flex-wrap gap-3 mt-3">
      <DocumentButton
        icon={<ExternalLink size={18} aria-hidden="true" />}
        size="sm"
        filename="契約範本.pdf"
        open={pdfWindow(() => api.investing.caseDocument({ id, kind: 'contract' }))}
      >
        契約範本
      </DocumentButton>
      <DocumentButton
        icon={<ExternalLink size={18} aria-hidden="true" />}
        size="sm"
        filename="風險預告書.pdf"
        open={pdfWindow(() => api.investing.caseDocument({ id, kind: 'risk' }))}
      >
        風險預告書
      </DocumentButton>
    </div>
  );
}
