// What the instantiations of one template have in common: they are one text, and a mistake in it is one.
#pragma once

#include <string>
#include <string_view>

namespace fencepost {

// The name of a function without template arguments: "Queue<T>::push<long>" and "Queue<int>::push<int>" give
// "Queue::push". A name with brackets that do not match stays as it is.
std::string template_name(std::string_view function);

}  // namespace fencepost
