# A whole session with Python's own library: python3 session.py FRONT SELFIE
# LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set.
import base64
import json
import os
import sys
import uuid
from urllib.request import Request, urlopen

URL = os.environ["LIMEN_URL"]
CREDENTIAL = f'{os.environ["LIMEN_USERNAME"]}:{os.environ["LIMEN_PASSWORD"]}'
BASIC = "Basic " + base64.b64encode(CREDENTIAL.encode()).decode()


def ask(path, authorization, body=None, kind="application/json", method=None):
    """Calls the service; raises HTTPError for a failed request."""
    headers = {"authorization": authorization}
    if body is not None:
        headers["content-type"] = kind
    request = Request(URL + path, data=body, headers=headers, method=method)
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def send(part, picture, token):
    with open(picture, "rb") as file:
        answer = ask(f"/api/v1/enrolment/{part}", f"Bearer {token}", file.read(), "application/octet-stream")
    if answer["hasError"]:
        raise SystemExit(f'refused: {answer["error"]}, {answer.get("hints", [])}')


front, selfie = sys.argv[1:3]
# Your own id makes the call safe to repeat.
wanted = json.dumps({"sessionId": str(uuid.uuid4()), "externalId": "order-17"}).encode()
opened = ask("/api/v1/enrolment/initialize", BASIC, wanted)
token = opened["accessToken"]
send("document", front, token)
send("face", selfie, token)
ask("/api/v1/enrolment/complete", f"Bearer {token}", method="POST")

print(ask(f'/api/v1/data/{opened["sessionId"]}/status', BASIC)["status"])
