// The papers of a case, each opened in a window of its own: the contract as a sample, the risks.
import { api } from '../../site/kit/api.ts';
import { DocumentButton } from '../portfolio/DocumentButton.tsx';

export function CaseDocuments({ id }: { id: string }) {
  return (
    <div className="case-documents">
      <DocumentButton
        size="sm"
        filename="契約範本.pdf"
        read={() => api.investing.caseDocument({ id, kind: 'contract' })}
      >
        契約範本
      </DocumentButton>
      <DocumentButton
        size="sm"
        filename="風險預告書.pdf"
        read={() => api.investing.caseDocument({ id, kind: 'risk' })}
      >
        風險預告書
      </DocumentButton>
    </div>
  );
}
