// A whole session with Java 11 and later, without libraries: java Session.java FRONT SELFIE
// LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;

public class Session {
  static final String URL = System.getenv("LIMEN_URL");
  static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public static void main(String[] pictures) throws Exception {
    String credential = System.getenv("LIMEN_USERNAME") + ":" + System.getenv("LIMEN_PASSWORD");
    String basic = "Basic " + Base64.getEncoder().encodeToString(credential.getBytes(StandardCharsets.UTF_8));

    // Your own id makes the call safe to repeat.
    String wanted = "{\"sessionId\":\"" + UUID.randomUUID() + "\",\"externalId\":\"order-17\"}";
    String opened = ask("POST", "/api/v1/enrolment/initialize", basic, "application/json", BodyPublishers.ofString(wanted));
    String bearer = "Bearer " + value(opened, "accessToken");

    send("document", pictures[0], bearer);
    send("face", pictures[1], bearer);
    ask("POST", "/api/v1/enrolment/complete", bearer, null, BodyPublishers.noBody());

    String status = ask("GET", "/api/v1/data/" + value(opened, "sessionId") + "/status", basic, null, BodyPublishers.noBody());
    System.out.println(value(status, "status"));
  }

  static void send(String part, String picture, String bearer) throws Exception {
    BodyPublisher bytes = BodyPublishers.ofFile(Path.of(picture));
    String answer = ask("POST", "/api/v1/enrolment/" + part, bearer, "application/octet-stream", bytes);
    if (answer.contains("\"hasError\":true")) throw new IllegalStateException("refused: " + answer);
  }

  static String ask(String method, String path, String authorization, String type, BodyPublisher body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(URL + path)).header("authorization", authorization).method(method, body);
    if (type != null) request.header("content-type", type);
    HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    return answer.body();
  }

  /** One value from an answer; if you have a JSON library, use it instead. */
  static String value(String json, String name) {
    var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!found.find()) throw new IllegalStateException(name + " is not in " + json);
    return found.group(1);
  }
}
