// A whole session with .NET 8 and later, without packages: dotnet run -- FRONT SELFIE
// LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set.
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;

string Setting(string name) => Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException($"{name} is not set");

using var http = new HttpClient { BaseAddress = new Uri(Setting("LIMEN_URL")) };
var credential = Convert.ToBase64String(Encoding.UTF8.GetBytes($"{Setting("LIMEN_USERNAME")}:{Setting("LIMEN_PASSWORD")}"));
var basic = new AuthenticationHeaderValue("Basic", credential);

// Your own id makes the call safe to repeat.
var wanted = JsonContent.Create(new { sessionId = Guid.NewGuid(), externalId = "order-17" });
var opened = await Ask(HttpMethod.Post, "/api/v1/enrolment/initialize", basic, wanted);
var bearer = new AuthenticationHeaderValue("Bearer", opened.GetProperty("accessToken").GetString());

foreach (var (part, picture) in new[] { ("document", args[0]), ("face", args[1]) })
{
    var bytes = new ByteArrayContent(await File.ReadAllBytesAsync(picture));
    bytes.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
    await Ask(HttpMethod.Post, $"/api/v1/enrolment/{part}", bearer, bytes);
}
await Ask(HttpMethod.Post, "/api/v1/enrolment/complete", bearer, null);

var status = await Ask(HttpMethod.Get, $"/api/v1/data/{opened.GetProperty("sessionId").GetString()}/status", basic, null);
Console.WriteLine(status.GetProperty("status").GetString());

async Task<JsonElement> Ask(HttpMethod method, string path, AuthenticationHeaderValue who, HttpContent? body)
{
    using var request = new HttpRequestMessage(method, path) { Content = body };
    request.Headers.Authorization = who;
    using var answer = await http.SendAsync(request);
    var text = await answer.Content.ReadAsStringAsync();
    if (!answer.IsSuccessStatusCode) throw new InvalidOperationException($"{path}: {(int)answer.StatusCode} {text}");
    var said = JsonDocument.Parse(text).RootElement;
    if (said.TryGetProperty("hasError", out var refused) && refused.GetBoolean())
        throw new InvalidOperationException($"refused: {text}");
    return said;
}
