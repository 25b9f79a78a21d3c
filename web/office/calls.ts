// Every call of the office by feature and name: method, path, access, kind.
import type { Office } from '#contract/index.ts';
import type { CallTable } from '../api.ts';

export const officeCalls = {
  ledger: {
    books: 'GET /ops/v1/books operator read',
    entries: 'GET /ops/v1/ledger operator read',
  },
  tasks: {
    listTasks: 'GET /ops/v1/tasks operator read',
    getTask: 'GET /ops/v1/tasks/:id operator read',
    decideTask: 'POST /ops/v1/tasks/:id/decide operator command',
    listAudit: 'GET /ops/v1/audit operator read',
    exportAudit: 'GET /ops/v1/audit/export operator export',
    auditChain: 'GET /ops/v1/audit/chain operator read',
  },
  identity: {
    operatorLogin: 'POST /ops/v1/login public token',
    operatorLogout: 'POST /ops/v1/logout operator command',
    operatorMe: 'GET /ops/v1/me operator read',
    endMemberSessions: 'POST /ops/v1/members/:id/sessions/end operator command',
    suspendMember: 'POST /ops/v1/members/:id/suspend operator command',
    liftSuspension: 'POST /ops/v1/members/:id/lift-suspension operator command',
  },
  verification: {
    readUpload: 'GET /ops/v1/uploads/:id operator document',
    findMembers: 'POST /ops/v1/members/search operator read',
    getMember: 'GET /ops/v1/members/:id operator read',
    memberTimeline: 'GET /ops/v1/members/:id/timeline operator read',
    revealMember: 'POST /ops/v1/members/:id/reveal operator token',
    resetStage: 'POST /ops/v1/members/:id/reset-stage operator command',
  },
  investing: {
    officeCases: 'GET /ops/v1/cases operator read',
    officeCase: 'GET /ops/v1/cases/:id operator read',
    pinCase: 'POST /ops/v1/cases/:id/pin operator command',
    extendCase: 'POST /ops/v1/cases/:id/extend operator command',
    closeCase: 'POST /ops/v1/cases/:id/close operator command',
  },
  servicing: {
    listLate: 'GET /ops/v1/collections operator read',
    getLate: 'GET /ops/v1/collections/:id operator read',
    addContact: 'POST /ops/v1/collections/:id/contacts operator command',
    addPromise: 'POST /ops/v1/collections/:id/promises operator command',
    proposeMeasure: 'POST /ops/v1/collections/:id/measures operator command',
    listHolidays: 'GET /ops/v1/holidays operator read',
    addHolidays: 'POST /ops/v1/holidays operator command',
    listPolls: 'GET /ops/v1/polls operator read',
    removeHoliday: 'POST /ops/v1/holidays/:day/remove operator command',
  },
} as const satisfies CallTable<Office>;
