// Android, JMRTD (org.jmrtd:jmrtd, net.sf.scuba:scuba-sc-android). `link` is the address that the hosted page opened.
// We do not run this here: compare the names of the methods with the version that you use.
val opened = Uri.parse("?" + link.substringAfter('#'))                 // api, token and the three key fields
val key = BACKey(opened.getQueryParameter("documentNumber"), opened.getQueryParameter("birthDate"), opened.getQueryParameter("expiryDate"))
val service = PassportService(CardService.getInstance(isoDep), 256, 224, false, false).apply { open() }
val paces = runCatching { CardAccessFile(service.getInputStream(PassportService.EF_CARD_ACCESS)).securityInfos.filterIsInstance<PACEInfo>() }
paces.getOrDefault(emptyList()).firstOrNull()?.let { service.doPACE(key, it.objectIdentifier, PACEInfo.toParameterSpec(it.parameterId), null) }
service.sendSelectApplet(paces.getOrDefault(emptyList()).isNotEmpty())
if (paces.getOrDefault(emptyList()).isEmpty()) service.doBAC(key)
fun read(fid: Short) = runCatching { service.getInputStream(fid).readBytes() }.getOrNull()
val fids = mapOf("1" to PassportService.EF_DG1, "2" to PassportService.EF_DG2, "11" to PassportService.EF_DG11,
                 "12" to PassportService.EF_DG12, "14" to PassportService.EF_DG14, "15" to PassportService.EF_DG15)
val groups = fids.mapNotNull { (number, fid) -> read(fid)?.let { number to Base64.encodeToString(it, Base64.NO_WRAP) } }.toMap()
val challenge = JSONObject(get("chip/challenge")).getString("challenge")  // your HTTP calls, with Authorization: Bearer token
val answer = groups["15"]?.let { service.doAA(DG15File(read(PassportService.EF_DG15)!!.inputStream()).publicKey, null, null, challenge.hexToByteArray()).response }
post("chip", JSONObject(mapOf(
  "sod" to Base64.encodeToString(read(PassportService.EF_SOD)!!, Base64.NO_WRAP), "dataGroups" to JSONObject(groups),
)).apply { answer?.let { put("activeAuthentication", JSONObject(mapOf("signature" to Base64.encodeToString(it, Base64.NO_WRAP)))) } })
