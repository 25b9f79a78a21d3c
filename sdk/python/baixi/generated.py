# Generated from the contract by "npm run sdk"; do not edit.
"""Types of the API, and a method for each call that a token may make."""

from typing import Any, Dict, List, Literal, NotRequired, Optional, TypedDict, Union

from .transport import Transport

API_VERSION = "1.0.0"

CalculationAnswerDataRowsItem = TypedDict(
    "CalculationAnswerDataRowsItem",
    {
        "no": float,
        "date": str,
        "principal": int,
        "interest": int,
        "fee": int,
        "net": int,
    },
)

CalculationAnswerDataTotals = TypedDict(
    "CalculationAnswerDataTotals",
    {
        "principal": int,
        "interest": int,
        "fee": int,
        "net": int,
    },
)

CalculationAnswerDataStress = TypedDict(
    "CalculationAnswerDataStress",
    {
        "from": float,
        "received": int,
        "principalLost": int,
    },
)

CalculationAnswerData = TypedDict(
    "CalculationAnswerData",
    {
        "rows": List["CalculationAnswerDataRowsItem"],
        "totals": "CalculationAnswerDataTotals",
        "stress": "CalculationAnswerDataStress",
        "annualRate": float,
        "netIrr": float,
        "xirr": Union[float, None],
        "lossAdjusted": float,
    },
)

CalculationAnswer = TypedDict(
    "CalculationAnswer",
    {
        "data": "CalculationAnswerData",
    },
)

Case = TypedDict(
    "Case",
    {
        "id": str,
        "caseNo": str,
        "planSlug": str,
        "planName": str,
        "grade": str,
        "annualRate": float,
        "expectedLoss": float,
        "installments": int,
        "amountVal": int,
        "fundedAmount": int,
        "remainingAmount": int,
        "progress": float,
        "investorCount": int,
        "endsAt": str,
        "status": float,
        "statusText": str,
        "occupation": str,
        "purpose": str,
        "listedAt": str,
    },
)

CaseDetailBorrower = TypedDict(
    "CaseDetailBorrower",
    {
        "ageBand": str,
        "tenureBand": str,
        "incomeBand": str,
        "city": str,
        "debtRatioBand": str,
        "lateIn12Months": bool,
    },
)

CaseDetailChecksItem = TypedDict(
    "CaseDetailChecksItem",
    {
        "item": str,
        "on": str,
        "method": str,
    },
)

CaseDetailScheduleItem = TypedDict(
    "CaseDetailScheduleItem",
    {
        "no": float,
        "principal": int,
        "interest": int,
        "total": int,
    },
)

CaseDetailRecentOrdersItem = TypedDict(
    "CaseDetailRecentOrdersItem",
    {
        "name": str,
        "amount": int,
        "at": str,
    },
)

CaseDetailGradeHistory = TypedDict(
    "CaseDetailGradeHistory",
    {
        "grade": str,
        "loans": int,
        "settled": int,
        "lateOver30": int,
        "defaulted": int,
        "lent": int,
        "lost": int,
        "asOf": str,
    },
)

CaseDetail = TypedDict(
    "CaseDetail",
    {
        "id": str,
        "caseNo": str,
        "planSlug": str,
        "planName": str,
        "grade": str,
        "annualRate": float,
        "expectedLoss": float,
        "installments": int,
        "amountVal": int,
        "fundedAmount": int,
        "remainingAmount": int,
        "progress": float,
        "investorCount": int,
        "endsAt": str,
        "status": float,
        "statusText": str,
        "occupation": str,
        "purpose": str,
        "listedAt": str,
        "purposeNote": Union[str, None],
        "borrower": "CaseDetailBorrower",
        "checks": List["CaseDetailChecksItem"],
        "schedule": List["CaseDetailScheduleItem"],
        "instalment": int,
        "orderMax": int,
        "ownCase": bool,
        "unpaidOrderId": Union[str, None],
        "unpaidPayBy": Union[str, None],
        "recentOrders": List["CaseDetailRecentOrdersItem"],
        "orderCount": int,
        "threads": List[float],
        "gradeHistory": "CaseDetailGradeHistory",
    },
)

CashFlowAnswerDataMonthsItemReceived = TypedDict(
    "CashFlowAnswerDataMonthsItemReceived",
    {
        "principal": int,
        "interest": int,
        "lateInterest": int,
        "penalty": int,
        "prepaymentFee": int,
        "fee": int,
    },
)

CashFlowAnswerDataMonthsItemScheduled = TypedDict(
    "CashFlowAnswerDataMonthsItemScheduled",
    {
        "principal": int,
        "interest": int,
    },
)

CashFlowAnswerDataMonthsItem = TypedDict(
    "CashFlowAnswerDataMonthsItem",
    {
        "month": str,
        "received": "CashFlowAnswerDataMonthsItemReceived",
        "scheduled": "CashFlowAnswerDataMonthsItemScheduled",
        "outstanding": int,
    },
)

CashFlowAnswerDataUpcomingItem = TypedDict(
    "CashFlowAnswerDataUpcomingItem",
    {
        "investId": str,
        "caseNo": str,
        "planName": str,
        "purpose": str,
        "no": float,
        "dueOn": str,
        "principal": int,
        "interest": int,
    },
)

CashFlowAnswerData = TypedDict(
    "CashFlowAnswerData",
    {
        "months": List["CashFlowAnswerDataMonthsItem"],
        "upcoming": List["CashFlowAnswerDataUpcomingItem"],
        "uncertain": int,
        "asOf": str,
    },
)

CashFlowAnswer = TypedDict(
    "CashFlowAnswer",
    {
        "data": "CashFlowAnswerData",
    },
)

ErrorCode = Literal["INVALID_INPUT", "MALFORMED", "NOT_FOUND", "FORBIDDEN", "TOO_SLOW", "BODY_TOO_LARGE", "HEADERS_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "TOO_MANY_REQUESTS", "BUSY", "FILE_DAMAGED", "TOO_MANY_ROWS", "IDEMPOTENCY_MISMATCH", "IN_PROGRESS", "VIEW_ONLY", "LOGIN_FAILED", "CAPTCHA_REQUIRED", "EMAIL_NOT_VERIFIED", "NOT_VERIFIED", "SUSPENDED", "MEMBER_HELD", "PASSWORD_COMMON", "PASSWORD_SAME", "PASSWORD_IS_EMAIL", "OLD_PASSWORD_WRONG", "PASSWORD_MISMATCH", "PASSWORD_WRONG", "PASSWORD_REQUIRED", "TOKEN_INVALID", "EMAIL_ALREADY_CONFIRMED", "GOOGLE_TOKEN_INVALID", "GOOGLE_ACCOUNT_UNKNOWN", "GOOGLE_EMAIL_UNVERIFIED", "GOOGLE_OTHER_ACCOUNT", "PASSKEY_INVALID", "PASSKEY_LIMIT", "SMS_CODE_INVALID", "SMS_CODE_EXPIRED", "SECOND_FACTOR_REQUIRED", "SIGN_IN_EXPIRED", "FACTOR_MISSING", "API_TOKEN_INVALID", "API_TOKEN_EXPIRED", "API_TOKEN_REVOKED", "API_TOKEN_SCOPE", "API_TOKEN_CALL", "API_TOKEN_CAP", "API_TOKEN_LIMIT", "API_CAP_MISSING", "OAUTH_CLIENT_UNKNOWN", "OAUTH_REDIRECT_UNKNOWN", "OAUTH_REQUEST_INVALID", "STEP_UP_REQUIRED", "ORIGIN_REFUSED", "CLOSING_BLOCKED", "EMAIL_DIFFERS", "PUSH_REFUSED", "WEBHOOK_URL", "WEBHOOK_LIMIT", "WEBHOOK_STOPPED", "PHONE_TAKEN", "ID_NUMBER_TAKEN", "STAGE_ORDER", "UNDERAGE", "BANK_UNKNOWN", "FILES_MISSING", "FILE_TYPE", "FILE_SIZE", "FILE_BROKEN", "FILE_ENCRYPTED", "FILE_PIXELS", "FILE_ACTIVE", "FILE_INFECTED", "FILE_SCAN_DOWN", "UPLOADS_FULL", "REVIEWS_WAITING", "NOTHING_TO_SUPPLEMENT", "SUPPLEMENT_INCOMPLETE", "ACCOUNT_SAME", "CHANGE_WAITING", "PLAN_NOT_FOUND", "NOT_QUALIFIED", "ACTIVE_LOAN", "AMOUNT_OUT_OF_PLAN", "BORROWER_LIMIT", "INSTALMENT_NOT_OFFERED", "OCCUPATION_NOT_IN_PLAN", "PERSONAL_DATA_IN_TEXT", "CONTACT_IS_APPLICANT", "DOCUMENTS_MISSING", "DRAFT_CHANGED", "LOAN_NOT_FOUND", "LOAN_STATUS", "OFFER_EXPIRED", "SIGNATURE_TYPE", "SIGNATURE_SIZE", "SIGNATURE_BLANK", "SIGNATURE_NAME", "SIGNATURE_MISSING", "CONTRACT_NOT_FOUND", "CERTIFICATE_PENDING", "RISK_PROFILE_REQUIRED", "RISK_PROFILE_TODAY", "CASE_NOT_FOUND", "CASE_CLOSED", "CASE_FULL", "AMOUNT_INVALID", "AMOUNT_MIN", "AMOUNT_EXCEEDS", "LIMIT_PER_CASE", "LIMIT_TOTAL", "OWN_CASE", "DUPLICATE_UNPAID", "PAYMENT_MODE_INVALID", "NO_VIRTUAL_ACCOUNT", "ORDER_NOT_FOUND", "ORDER_STATUS", "REAPPLY_LIMIT", "PERIOD_AHEAD", "PREPAYMENT_AMOUNT", "PREPAYMENT_NOT_NOW", "NOTHING_PREPAID", "TERMS_PENDING", "POLL_CLOSED", "NEGOTIATION_STATUS", "OPTION_CLOSED", "ARTICLE_NOT_FOUND", "QUESTION_NOT_FOUND", "POLICY_NOT_FOUND", "DECISION_INVALID", "ROLE_REQUIRED", "MANDATES_OFF", "MANDATE_TEXT_CHANGED", "NO_BANK_ACCOUNT", "MANDATE_EXISTS", "MANDATE_STATUS", "DEBIT_UNDER_WAY", "TRUST_REPORT_NOT_FOUND", "PROOF_PENDING", "UNAUTHORIZED", "SERVER_ERROR"]

Failure = TypedDict(
    "Failure",
    {
        "status": int,
        "code": "ErrorCode",
        "message": str,
        "data": NotRequired[Dict[str, Any]],
        "fields": NotRequired[Dict[str, Any]],
        "requestId": str,
    },
)

GetCaseAnswer = TypedDict(
    "GetCaseAnswer",
    {
        "data": "CaseDetail",
    },
)

HoldingOriginal = TypedDict(
    "HoldingOriginal",
    {
        "annualRate": float,
        "installments": int,
    },
)

HoldingValuation = TypedDict(
    "HoldingValuation",
    {
        "state": Literal["current", "late7", "late30", "late180", "legal", "writtenOff"],
        "lossRate": float,
        "value": int,
    },
)

Holding = TypedDict(
    "Holding",
    {
        "id": str,
        "caseId": str,
        "caseNo": str,
        "planName": str,
        "purpose": str,
        "grade": str,
        "annualRate": float,
        "installments": int,
        "original": Union["HoldingOriginal", None],
        "paidInstallments": int,
        "amount": int,
        "outstandingPrincipal": int,
        "receivedPrincipal": int,
        "lostPrincipal": int,
        "receivedInterest": int,
        "receivedLate": int,
        "receivedLateInterest": int,
        "receivedPenalty": int,
        "receivedPrepaymentFee": int,
        "fee": int,
        "status": float,
        "statusCode": str,
        "statusText": str,
        "nextDueOn": Union[str, None],
        "nextAmount": Union[int, None],
        "valuation": Union["HoldingValuation", None],
    },
)

HoldingAnswerDataInstalmentsItem = TypedDict(
    "HoldingAnswerDataInstalmentsItem",
    {
        "no": float,
        "dueOn": str,
        "expectedPrincipal": int,
        "expectedInterest": int,
        "receivedPrincipal": int,
        "lostPrincipal": int,
        "receivedInterest": int,
        "receivedLateInterest": int,
        "receivedPenalty": int,
        "receivedPrepaymentFee": int,
        "fee": int,
        "receivedOn": Union[str, None],
        "status": Literal["upcoming", "due", "partial", "paid", "late", "lost"],
    },
)

HoldingAnswerDataEventsItem = TypedDict(
    "HoldingAnswerDataEventsItem",
    {
        "at": str,
        "title": str,
        "text": str,
    },
)

HoldingAnswerData = TypedDict(
    "HoldingAnswerData",
    {
        "order": "Order",
        "holding": Union["Holding", None],
        "instalments": List["HoldingAnswerDataInstalmentsItem"],
        "xirr": Union[float, None],
        "xirrExpected": Union[float, None],
        "events": List["HoldingAnswerDataEventsItem"],
    },
)

HoldingAnswer = TypedDict(
    "HoldingAnswer",
    {
        "data": "HoldingAnswerData",
    },
)

HoldingsAnswer = TypedDict(
    "HoldingsAnswer",
    {
        "data": List["Holding"],
        "total": int,
    },
)

OngoingSummaryAnswerDataValuationItem = TypedDict(
    "OngoingSummaryAnswerDataValuationItem",
    {
        "state": Literal["current", "late7", "late30", "late180", "legal", "writtenOff"],
        "holdings": int,
        "principal": int,
        "lossRate": float,
        "value": int,
    },
)

OngoingSummaryAnswerData = TypedDict(
    "OngoingSummaryAnswerData",
    {
        "holdings": int,
        "invested": int,
        "outstandingPrincipal": int,
        "returnedPrincipal": int,
        "lostPrincipal": int,
        "overduePrincipal": int,
        "overdueCount": int,
        "negotiatingPrincipal": int,
        "negotiatingCount": int,
        "receivedPrincipal": int,
        "receivedInterest": int,
        "receivedLate": int,
        "receivedLateInterest": int,
        "receivedPenalty": int,
        "receivedPrepaymentFee": int,
        "fee": int,
        "expectedValue": int,
        "valuation": List["OngoingSummaryAnswerDataValuationItem"],
        "xirr": Union[float, None],
        "xirrExpected": Union[float, None],
        "asOf": str,
    },
)

OngoingSummaryAnswer = TypedDict(
    "OngoingSummaryAnswer",
    {
        "data": "OngoingSummaryAnswerData",
    },
)

OrderOriginal = TypedDict(
    "OrderOriginal",
    {
        "annualRate": float,
        "installments": int,
    },
)

OrderVirtualAccount = TypedDict(
    "OrderVirtualAccount",
    {
        "bankCode": str,
        "bankName": str,
        "account": str,
        "holder": str,
    },
)

OrderRefundsItem = TypedDict(
    "OrderRefundsItem",
    {
        "id": str,
        "amount": int,
        "fee": int,
        "reason": str,
        "status": str,
        "toPayer": bool,
    },
)

Order = TypedDict(
    "Order",
    {
        "id": str,
        "orderNo": str,
        "caseId": str,
        "caseNo": str,
        "planName": str,
        "purpose": str,
        "annualRate": float,
        "installments": int,
        "original": Union["OrderOriginal", None],
        "amount": int,
        "paidAmount": int,
        "status": float,
        "statusCode": str,
        "statusText": str,
        "paymentMode": float,
        "virtualAccount": Union["OrderVirtualAccount", None],
        "payBy": str,
        "createdAt": str,
        "paidAt": Union[str, None],
        "refunds": List["OrderRefundsItem"],
    },
)

OrderSummaryAnswerDataTotal = TypedDict(
    "OrderSummaryAnswerDataTotal",
    {
        "orders": int,
        "amount": int,
    },
)

OrderSummaryAnswerDataUnpaid = TypedDict(
    "OrderSummaryAnswerDataUnpaid",
    {
        "orders": int,
        "amount": int,
    },
)

OrderSummaryAnswerDataPaid = TypedDict(
    "OrderSummaryAnswerDataPaid",
    {
        "orders": int,
        "amount": int,
    },
)

OrderSummaryAnswerDataFunded = TypedDict(
    "OrderSummaryAnswerDataFunded",
    {
        "orders": int,
        "amount": int,
    },
)

OrderSummaryAnswerDataRefunded = TypedDict(
    "OrderSummaryAnswerDataRefunded",
    {
        "orders": int,
        "amount": int,
    },
)

OrderSummaryAnswerDataEnded = TypedDict(
    "OrderSummaryAnswerDataEnded",
    {
        "orders": int,
        "amount": int,
    },
)

OrderSummaryAnswerData = TypedDict(
    "OrderSummaryAnswerData",
    {
        "total": "OrderSummaryAnswerDataTotal",
        "unpaid": "OrderSummaryAnswerDataUnpaid",
        "paid": "OrderSummaryAnswerDataPaid",
        "funded": "OrderSummaryAnswerDataFunded",
        "refunded": "OrderSummaryAnswerDataRefunded",
        "ended": "OrderSummaryAnswerDataEnded",
    },
)

OrderSummaryAnswer = TypedDict(
    "OrderSummaryAnswer",
    {
        "data": "OrderSummaryAnswerData",
    },
)

OrdersAnswer = TypedDict(
    "OrdersAnswer",
    {
        "data": List["Order"],
        "total": int,
    },
)

OverdueAnswerDataItemOriginal = TypedDict(
    "OverdueAnswerDataItemOriginal",
    {
        "annualRate": float,
        "installments": int,
    },
)

OverdueAnswerDataItemValuation = TypedDict(
    "OverdueAnswerDataItemValuation",
    {
        "state": Literal["current", "late7", "late30", "late180", "legal", "writtenOff"],
        "lossRate": float,
        "value": int,
    },
)

OverdueAnswerDataItem = TypedDict(
    "OverdueAnswerDataItem",
    {
        "id": str,
        "caseId": str,
        "caseNo": str,
        "planName": str,
        "purpose": str,
        "grade": str,
        "annualRate": float,
        "installments": int,
        "original": Union["OverdueAnswerDataItemOriginal", None],
        "paidInstallments": int,
        "amount": int,
        "outstandingPrincipal": int,
        "receivedPrincipal": int,
        "lostPrincipal": int,
        "receivedInterest": int,
        "receivedLate": int,
        "receivedLateInterest": int,
        "receivedPenalty": int,
        "receivedPrepaymentFee": int,
        "fee": int,
        "status": float,
        "statusCode": str,
        "statusText": str,
        "nextDueOn": Union[str, None],
        "nextAmount": Union[int, None],
        "valuation": Union["OverdueAnswerDataItemValuation", None],
        "lateDays": int,
        "lateSince": str,
    },
)

OverdueAnswer = TypedDict(
    "OverdueAnswer",
    {
        "data": List["OverdueAnswerDataItem"],
        "total": int,
    },
)

QuickApplyAnswer = TypedDict(
    "QuickApplyAnswer",
    {
        "data": "Order",
    },
)

ReApplyAnswer = TypedDict(
    "ReApplyAnswer",
    {
        "data": "Order",
    },
)

SearchCasesAnswer = TypedDict(
    "SearchCasesAnswer",
    {
        "data": List["Case"],
        "total": int,
    },
)

SelectedCasesAnswer = TypedDict(
    "SelectedCasesAnswer",
    {
        "data": List["Case"],
    },
)

WebhookEvent = TypedDict(
    "WebhookEvent",
    {
        "type": str,
        "timestamp": str,
        "data": Dict[str, Any],
    },
)

SearchCasesInput = TypedDict(
    "SearchCasesInput",
    {
        "plan": NotRequired[Union[str, List[str]]],
        "rateMin": NotRequired[float],
        "rateMax": NotRequired[float],
        "installment": NotRequired[Union[int, List[int]]],
        "grade": NotRequired[Union[Literal["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"], List[Literal["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"]]]],
        "amountMin": NotRequired[int],
        "amountMax": NotRequired[int],
        "purpose": NotRequired[int],
        "status": NotRequired[Literal["open", "full", "all"]],
        "fundable": NotRequired[Union[bool, Literal[0, 1, "0", "1", "true", "false"]]],
        "orderby": NotRequired[Literal["created_at", "amount", "rate", "installment", "status", "due_date", "remaining"]],
        "is_orderby_asc": NotRequired[Union[bool, Literal[0, 1, "0", "1", "true", "false"]]],
        "item_per_page": NotRequired[int],
        "offset": NotRequired[int],
    },
)

GetCaseInput = TypedDict(
    "GetCaseInput",
    {
        "id": Union[str, int],
    },
)

QuickApplyInput = TypedDict(
    "QuickApplyInput",
    {
        "id": Union[str, int],
        "invest_amount": float,
        "payment_mode": Union[float, str],
    },
)

ReApplyInput = TypedDict(
    "ReApplyInput",
    {
        "id": Union[str, int],
        "payment_mode": Union[float, str],
    },
)

OrdersInput = TypedDict(
    "OrdersInput",
    {
        "order_type": NotRequired[Literal["all", "unpaid", "paid", "expired", "refund"]],
        "orderby": NotRequired[Literal["created_at", "amount", "rate", "installment", "status", "due_date", "remaining"]],
        "is_orderby_asc": NotRequired[Union[bool, Literal[0, 1, "0", "1", "true", "false"]]],
        "item_per_page": NotRequired[int],
        "offset": NotRequired[int],
    },
)

HoldingsInput = TypedDict(
    "HoldingsInput",
    {
        "status": NotRequired[Union[Literal["ongoing", "overdue", "violation", "negotiation", "legal", "closed"], Literal["all"], int]],
        "orderby": NotRequired[Literal["created_at", "amount", "rate", "installment", "status", "due_date", "remaining"]],
        "is_orderby_asc": NotRequired[Union[bool, Literal[0, 1, "0", "1", "true", "false"]]],
        "item_per_page": NotRequired[int],
        "offset": NotRequired[int],
    },
)

HoldingInput = TypedDict(
    "HoldingInput",
    {
        "invest_id": Union[str, int],
    },
)

CalculationInput = TypedDict(
    "CalculationInput",
    {
        "amount": int,
        "id": NotRequired[Union[str, int]],
        "rate": NotRequired[float],
        "installment": NotRequired[int],
        "method": NotRequired[Literal["level", "equalPrincipal", "interestOnly"]],
        "stressFrom": NotRequired[int],
    },
)

CaseDocumentInput = TypedDict(
    "CaseDocumentInput",
    {
        "id": Union[str, int],
        "kind": Literal["contract", "risk"],
    },
)

SelectedCasesInput = TypedDict(
    "SelectedCasesInput",
    {

    },
)

OrderSummaryInput = TypedDict(
    "OrderSummaryInput",
    {
        "start_at": str,
        "end_at": str,
    },
)

OngoingSummaryInput = TypedDict(
    "OngoingSummaryInput",
    {
        "start_at": str,
        "end_at": str,
    },
)

OverdueInput = TypedDict(
    "OverdueInput",
    {
        "start_at": str,
        "end_at": str,
    },
)

CashFlowInput = TypedDict(
    "CashFlowInput",
    {

    },
)


class Calls(Transport):
    """The calls that a token of the API may make."""

    def search_cases(self, input: Optional["SearchCasesInput"] = None, key: Optional[str] = None) -> "SearchCasesAnswer":
        """Cases by filter, sort and page. Needs the scope cases:read."""
        return self.call("POST", "/v1/invest/search", input, [], key)

    def get_case(self, input: "GetCaseInput", key: Optional[str] = None) -> "GetCaseAnswer":
        """One case: bands, checks, schedule, who funded it. Needs the scope cases:read."""
        return self.call("POST", "/v1/invest/get", input, [], key)

    def quick_apply(self, input: "QuickApplyInput", key: Optional[str] = None) -> "QuickApplyAnswer":
        """Reserve an amount of a case; answers with the virtual account to pay to. Needs the scope orders:place."""
        return self.call("POST", "/v1/invest/quick-apply", input, [], key, is_order=True)

    def re_apply(self, input: "ReApplyInput", key: Optional[str] = None) -> "ReApplyAnswer":
        """Order anew after a deadline missed, or change how an unpaid order will be paid. Needs the scope orders:place."""
        return self.call("POST", "/v1/invest/re-apply", input, [], key, is_order=True)

    def orders(self, input: Optional["OrdersInput"] = None, key: Optional[str] = None) -> "OrdersAnswer":
        """The member's orders. Needs the scope portfolio:read."""
        return self.call("POST", "/v1/me/invest-order", input, [], key)

    def holdings(self, input: Optional["HoldingsInput"] = None, key: Optional[str] = None) -> "HoldingsAnswer":
        """Funded orders with what came back. Needs the scope portfolio:read."""
        return self.call("POST", "/v1/me/invest-search", input, [], key)

    def holding(self, input: "HoldingInput", key: Optional[str] = None) -> "HoldingAnswer":
        """One funded order: expected against received, events. Needs the scope portfolio:read."""
        return self.call("POST", "/v1/me/invest-detail", input, [], key)

    def calculation(self, input: "CalculationInput", key: Optional[str] = None) -> "CalculationAnswer":
        """What an amount would bring back, by case or by rate and term. Needs the scope cases:read."""
        return self.call("GET", "/v1/invest/calculation", input, [], key)

    def case_document(self, input: "CaseDocumentInput", key: Optional[str] = None) -> bytes:
        """A paper of a case to read before ordering: the contract as a sample, or its risks. Needs the scope cases:read."""
        return self.call("GET", "/v1/invest/{id}/document", input, ["id"], key, is_bytes=True)

    def selected_cases(self, input: Optional["SelectedCasesInput"] = None, key: Optional[str] = None) -> "SelectedCasesAnswer":
        """Up to six cases: pinned ones, those nearly funded, those ending soonest. Needs the scope cases:read."""
        return self.call("GET", "/v1/invest/selected-cases", input, [], key)

    def order_summary(self, input: "OrderSummaryInput", key: Optional[str] = None) -> "OrderSummaryAnswer":
        """Orders placed within a period: how many, how much, what became of them. Needs the scope portfolio:read."""
        return self.call("POST", "/v1/me/invest-order-summary", input, [], key)

    def ongoing_summary(self, input: "OngoingSummaryInput", key: Optional[str] = None) -> "OngoingSummaryAnswer":
        """The portfolio: what is out and late now, what came back within a period. Needs the scope portfolio:read."""
        return self.call("POST", "/v1/me/invest-ongoing-summary", input, [], key)

    def overdue(self, input: "OverdueInput", key: Optional[str] = None) -> "OverdueAnswer":
        """Holdings whose oldest unpaid instalment fell due within a period and is late. Needs the scope portfolio:read."""
        return self.call("POST", "/v1/me/invest-overdue", input, [], key)

    def cash_flow(self, input: Optional["CashFlowInput"] = None, key: Optional[str] = None) -> "CashFlowAnswer":
        """Money by month: what came in the past twelve, what is due in the next; and what next. Needs the scope portfolio:read."""
        return self.call("GET", "/v1/me/invest/cash-flow", input, [], key)
