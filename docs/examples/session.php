<?php
// A whole session with PHP's own streams: php session.php FRONT SELFIE
// LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set.

function ask(string $method, string $path, string $authorization, ?string $type = null, string $body = ''): array
{
    $headers = ["authorization: $authorization", 'content-length: ' . strlen($body)];
    if ($type !== null) $headers[] = "content-type: $type";
    $options = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true, 'timeout' => 60];
    $text = file_get_contents(getenv('LIMEN_URL') . $path, false, stream_context_create(['http' => $options]));
    if ($text === false || !preg_match('#^HTTP/\S+ 2#', $http_response_header[0])) exit("$path: $text\n");
    $answer = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
    if ($answer['hasError'] ?? false) exit("refused: {$answer['error']} " . implode(' ', $answer['hints'] ?? []) . "\n");
    return $answer;
}

[, $front, $selfie] = $argv;
$basic = 'Basic ' . base64_encode(getenv('LIMEN_USERNAME') . ':' . getenv('LIMEN_PASSWORD'));
$opened = ask('POST', '/api/v1/enrolment/initialize', $basic, 'application/json', json_encode(['externalId' => 'order-17']));
$bearer = "Bearer {$opened['accessToken']}";

ask('POST', '/api/v1/enrolment/document', $bearer, 'application/octet-stream', file_get_contents($front));
ask('POST', '/api/v1/enrolment/face', $bearer, 'application/octet-stream', file_get_contents($selfie));
ask('POST', '/api/v1/enrolment/complete', $bearer);

echo ask('GET', "/api/v1/data/{$opened['sessionId']}/status", $basic)['status'], "\n";
