// iOS, NFCPassportReader, whose groups keep their bytes in `data`. `link` is the address that the hosted page opened.
// We do not run this here: compare the names of the methods with the version that you use.
let opened = URLComponents(string: "?" + link.fragment!)!.queryItems!.reduce(into: [:]) { $0[$1.name] = $1.value! }
func checked(_ field: String, _ length: Int) -> String {                // a field of the MRZ with its check digit
  let text = field.padding(toLength: max(length, field.count), withPad: "<", startingAt: 0)
  return text + String(text.enumerated().reduce(0) { $0 + (Int(String($1.element), radix: 36) ?? 0) * [7, 3, 1][$1.offset % 3] } % 10)
}
let mrzKey = checked(opened["documentNumber"]!, 9) + checked(opened["birthDate"]!, 6) + checked(opened["expiryDate"]!, 6)
let challenge: [UInt8] = try await get("chip/challenge")               // your HTTP calls, with Authorization: Bearer token
let passport = try await PassportReader().readPassport(mrzKey: mrzKey, tags: [.COM, .SOD, .DG1, .DG2, .DG11, .DG12, .DG14, .DG15],
                                                       aaChallenge: challenge)
func file(_ group: DataGroupId) -> String? { passport.getDataGroup(group).map { Data($0.data).base64EncodedString() } }
let groups = ["1": DataGroupId.DG1, "2": .DG2, "11": .DG11, "12": .DG12, "14": .DG14, "15": .DG15].compactMapValues(file)
var body: [String: Any] = ["sod": file(.SOD)!, "dataGroups": groups, "access": passport.PACEStatus == .success ? "PACE" : "BAC"]
if !passport.activeAuthenticationSignature.isEmpty {
  body["activeAuthentication"] = ["signature": Data(passport.activeAuthenticationSignature).base64EncodedString()]
}
try await post("chip", body)
