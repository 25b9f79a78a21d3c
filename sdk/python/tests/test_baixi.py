"""Tests of the Python SDK against a little server; the signatures are those of the standard."""

import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from baixi import ApiError, Baixi, WebhookError, verify_webhook  # noqa: E402

ORDER = {"id": "1", "invest_amount": 1000, "payment_mode": 1}


class Site:
    """Answers with each (status, headers, body) in turn, and records what it was asked."""

    def __init__(self, *answers):
        site = self
        self.asked = []
        self.answers = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                site.asked.append((self.path, dict(self.headers), self.rfile.read(length)))
                at = min(len(site.asked), len(site.answers)) - 1
                status, headers, body = site.answers[at]
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.baixi = Baixi(f"http://127.0.0.1:{self.server.server_port}/", "bxp_x")

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def reply(status, body, headers=None):
    return status, headers or {}, json.dumps(body).encode()


class Sending(unittest.TestCase):
    def site(self, *answers):
        site = Site(*answers)
        self.addCleanup(site.close)
        return site

    def test_an_order_is_repeated_with_one_key(self):
        busy = reply(503, {"code": "BUSY"}, {"Retry-After": "0"})
        site = self.site(busy, reply(200, {"data": {"id": "7"}}))
        self.assertEqual(site.baixi.quick_apply(ORDER)["data"]["id"], "7")
        keys = {headers["Idempotency-Key"] for _, headers, _ in site.asked}
        self.assertEqual((len(site.asked), len(keys)), (2, 1))
        self.assertEqual(json.loads(site.asked[0][2]), ORDER)

    def test_a_refusal_is_raised_at_once(self):
        site = self.site(reply(409, {"code": "CASE_FULL", "message": "x", "data": {"left": 0}}))
        with self.assertRaises(ApiError) as caught:
            site.baixi.quick_apply(ORDER, key="mine")
        self.assertEqual((caught.exception.code, caught.exception.data), ("CASE_FULL", {"left": 0}))
        self.assertEqual([headers["Idempotency-Key"] for _, headers, _ in site.asked], ["mine"])

    def test_the_last_failure_is_raised(self):
        site = self.site(reply(429, {"code": "TOO_MANY_REQUESTS"}, {"Retry-After": "0"}))
        with self.assertRaises(ApiError):
            site.baixi.search_cases()
        self.assertEqual(len(site.asked), 5)

    def test_fields_of_a_get_go_into_path_and_query(self):
        site = self.site((200, {}, b"%PDF"))
        self.assertEqual(site.baixi.case_document({"id": "5", "kind": "risk"}), b"%PDF")
        path, headers, _ = site.asked[0]
        self.assertEqual(path, "/v1/invest/5/document?kind=risk")
        self.assertEqual(headers["Authorization"], "Bearer bxp_x")

    def test_a_redirect_is_not_followed(self):
        site = self.site((302, {"Location": "/elsewhere"}, b"{}"))
        with self.assertRaises(ApiError):
            site.baixi.search_cases()
        self.assertEqual(len(site.asked), 1)


class Verifying(unittest.TestCase):
    SECRET = "whsec_" + base64.b64encode(bytes([7] * 32)).decode()
    BODY = b'{"type":"order.paid","timestamp":"2026-11-23T02:00:00.000Z","data":{"orderId":"7"}}'
    NOW = 1_700_000_000

    def headers(self, body=BODY):
        signed = f"e1.{self.NOW}.".encode() + body
        digest = hmac.new(bytes([7] * 32), signed, hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(digest).decode()
        return {
            "Webhook-Id": "e1",
            "Webhook-Timestamp": str(self.NOW),
            "Webhook-Signature": f"v1,AAAA {signature}",
        }

    def test_a_signed_event_is_returned_with_its_id(self):
        event = verify_webhook(self.SECRET, self.headers(), self.BODY, self.NOW)
        self.assertEqual((event["id"], event["data"]["orderId"]), ("e1", "7"))

    def test_what_is_not_signed_so_is_refused(self):
        other = "whsec_" + base64.b64encode(bytes([8] * 32)).decode()
        for secret, body, now in [
            (other, self.BODY, self.NOW),
            (self.SECRET, self.BODY + b" ", self.NOW),
            (self.SECRET, self.BODY, self.NOW + 301),
        ]:
            with self.assertRaises(WebhookError):
                verify_webhook(secret, self.headers(), body, now)
        with self.assertRaises(WebhookError):
            verify_webhook(self.SECRET, {}, self.BODY, self.NOW)


if __name__ == "__main__":
    unittest.main()
