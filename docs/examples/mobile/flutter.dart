// Flutter: the hosted page in flutter_inappwebview. You provide limenHost, returnUrl and onEnrolled.
InAppWebView(
  initialUrlRequest: URLRequest(url: WebUri(webEnrolmentUrl)),
  initialSettings: InAppWebViewSettings(
    useShouldOverrideUrlLoading: true,
    allowsInlineMediaPlayback: true,
    mediaPlaybackRequiresUserGesture: false,
  ),
  onPermissionRequest: (controller, request) async => PermissionResponse(
    resources: request.resources,
    action: request.origin.host == limenHost && request.resources.every((each) => each == PermissionResourceType.CAMERA)
        ? PermissionResponseAction.GRANT
        : PermissionResponseAction.DENY,
  ),
  shouldOverrideUrlLoading: (controller, action) async {
    final back = action.request.url.toString().startsWith(returnUrl);
    if (back) onEnrolled();
    return back ? NavigationActionPolicy.CANCEL : NavigationActionPolicy.ALLOW;
  },
)
