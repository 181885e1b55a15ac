// iOS: the hosted page in a WKWebView. You provide limenHost, returnUrl and finishEnrolment.
let configuration = WKWebViewConfiguration()
configuration.allowsInlineMediaPlayback = true // otherwise the viewfinder takes the whole screen
configuration.mediaTypesRequiringUserActionForPlayback = []

func webView(_ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
             initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
             decisionHandler: @escaping (WKPermissionDecision) -> Void) {
  decisionHandler(origin.host == limenHost && type == .camera ? .grant : .deny)
}

func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
             decisionHandler: @escaping (WKNavigationActionPolicy) -> Void) {
  let back = action.request.url?.absoluteString.hasPrefix(returnUrl) ?? false
  if back { finishEnrolment() }
  decisionHandler(back ? .cancel : .allow)
}
