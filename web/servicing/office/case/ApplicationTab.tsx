// What the applicant of a case stated.
import { useQuery } from '@tanstack/react-query';
import { ApplicantStatements, RequestedLoan } from '../../../lending/office/ApplicantSections.tsx';
import { queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';

export function ApplicationTab({ id }: { id: string }) {
  const query = useQuery(queryOf('lending', 'loanApplication', { id }));
  return (
    <Answered query={query} what="申請內容" whom="審核同仁">
      {({ data }) => (
        <>
          <RequestedLoan {...data} />
          <ApplicantStatements {...data} />
        </>
      )}
    </Answered>
  );
}
