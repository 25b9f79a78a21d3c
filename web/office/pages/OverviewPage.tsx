// The overview with the cards of all features.
import { BooksSummary } from '../../ledger/office/BooksPage.tsx';
import { Cockpit } from '../../reports/office/cockpit/Cockpit.tsx';
import { OverviewPage as Page } from '../../tasks/office/OverviewPage.tsx';

export const OverviewPage = () => <Page figures={<Cockpit />} books={<BooksSummary />} />;
